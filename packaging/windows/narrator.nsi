; The installer: copies the folder, sets the narrator up in it, and puts it in the Start menu. No administrator is needed.
; makensis -DVERSION=… -DSOURCE=the folder -DOUTPUT=the installer narrator.nsi
Unicode true
!include MUI2.nsh

Name "Narrator ${VERSION}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Narrator"
RequestExecutionLevel user
ShowInstDetails show

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Narrator"
!define MUI_ICON "${SOURCE}\narrator.ico"
!define MUI_UNICON "${SOURCE}\narrator.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\narrator.cmd"

!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Polish"
!insertmacro MUI_LANGUAGE "Swedish"

Section
  RMDir /r "$INSTDIR\wheels" ; those of an earlier version
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}\*"
  StrCpy $0 ""
  IfSilent 0 +2
    StrCpy $0 " /quiet"
  ExecWait '"$SYSDIR\cmd.exe" /c ""$INSTDIR\install.cmd"$0"' ; offline, the first start tries again
  CreateShortcut "$SMPROGRAMS\Narrator.lnk" "$INSTDIR\narrator.cmd" "" "$INSTDIR\narrator.ico"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Narrator"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\narrator.ico"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  Delete "$SMPROGRAMS\Narrator.lnk"
  RMDir /r "$INSTDIR" ; the program alone: games, tables and settings are in the user's own folders
  DeleteRegKey HKCU "${KEY}"
SectionEnd
