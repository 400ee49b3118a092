@echo off
rem Starts the narrator; the first time, and where it cannot start since its folder was moved or Python is gone, sets it up.
chcp 65001 >nul
"%~dp0bin\narrator.exe" --version >nul 2>nul || call "%~dp0install.cmd" || exit /b 1
"%~dp0bin\narrator.exe" %*
if errorlevel 1 if "%~1"=="" pause
