; Uninstalling keeps what Skyferry knows (settings, record of deliveries, log). Only a person who says so removes it:
; never an update, never a silent uninstall. The instruments' own folders are never touched.

!macro customUnInit
  Var /GLOBAL removesRecords
  StrCpy $removesRecords "0"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/S" $R1
  ${If} ${Errors}
  ${AndIfNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 \
      "Also remove Skyferry's settings and its record of what was delivered?$\r$\n$\r$\nNo keeps them for a later installation. The instruments' own files are not touched either way." \
      IDNO keepRecords
    StrCpy $removesRecords "1"
    keepRecords:
  ${EndIf}
!macroend

!macro customUnInstall
  ${If} $removesRecords == "1"
    SetShellVarContext current
    RMDir /r "$APPDATA\${PRODUCT_FILENAME}"
    RMDir /r "$LOCALAPPDATA\${PRODUCT_FILENAME}"
  ${EndIf}
!macroend
