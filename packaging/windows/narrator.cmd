@echo off
rem Starts the narrator; the first time, sets it up.
chcp 65001 >nul
if not exist "%~dp0bin\narrator.exe" call "%~dp0install.cmd" || exit /b 1
"%~dp0bin\narrator.exe" %*
if errorlevel 1 if "%~1"=="" pause
