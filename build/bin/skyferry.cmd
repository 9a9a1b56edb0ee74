@echo off
rem Skyferry's command line: the installed program, told to open no window.
"%~dp0..\..\Skyferry.exe" --cli -- %*
exit /b %ERRORLEVEL%
