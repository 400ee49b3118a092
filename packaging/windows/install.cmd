@echo off
rem Sets the narrator up in this folder. All that it brings stays in this folder; deleting the folder removes it.
rem With /quiet it waits for nobody.
setlocal
chcp 65001 >nul
cd /d "%~dp0"
set "UV_TOOL_DIR=%CD%\tools"
set "UV_TOOL_BIN_DIR=%CD%\bin"
set "UV_PYTHON_INSTALL_DIR=%CD%\python"
set "UV_CACHE_DIR=%CD%\cache"
set "UV_PYTHON_INSTALL_BIN=0"
set "UV_PYTHON_INSTALL_REGISTRY=0"
set "UV_NO_CONFIG=1"
set "PATH=%UV_TOOL_BIN_DIR%;%PATH%" & rem else uv advises to change it
echo Narrator is being set up. Unless Python 3.12 is on this computer, it is downloaded now, once; all else is here already.
echo Narrator się przygotowuje. Jeśli na tym komputerze nie ma Pythona 3.12, teraz się pobierze, raz; cała reszta już tu jest.
echo Narrator förbereds. Om Python 3.12 inte finns på datorn hämtas det nu, en gång; allt annat finns redan här.
uv.exe tool install --force --python 3.12 --no-index --find-links wheels ktulu-narrator==@VERSION@
if errorlevel 1 (
  echo.
  echo That did not work. Is this computer on the internet? Then run install.cmd again.
  echo Nie udało się. Czy ten komputer ma internet? Uruchom wtedy install.cmd jeszcze raz.
  echo Det gick inte. Är datorn ansluten till internet? Kör install.cmd igen.
  if not "%~1"=="/quiet" pause
  exit /b 1
)
rmdir /s /q cache 2>nul
if not exist "%SystemRoot%\System32\msvcp140.dll" (
  echo Answers said aloud also need Microsoft's Visual C++ runtime: https://aka.ms/vs/17/release/vc_redist.x64.exe
  echo Do odpowiedzi głosem potrzeba jeszcze Visual C++ Microsoftu: https://aka.ms/vs/17/release/vc_redist.x64.exe
  echo För talade svar behövs också Microsofts Visual C++: https://aka.ms/vs/17/release/vc_redist.x64.exe
  if not "%~1"=="/quiet" pause
)
exit /b 0
