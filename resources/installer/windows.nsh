; What the uninstaller asks a person, in their language. The app itself takes its data away: it knows its folder, and what it
; keeps in the system's credential store. Neither an update, which removes the older version so, nor an
; uninstaller that is told to be silent asks or removes anything.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; The app told Windows of its addresses; its files are told of, and forgotten, by the installer.
    DeleteRegKey HKCU "Software\Classes\hearthline"
    ; A start at sign-in would call a program that is gone. Electron names it after the app's id.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    StrCpy $R2 "Also remove your leads, notes, drafts, backups and sign-ins from this computer?$\r$\n$\r$\nLeads at the marketplace stay there. Choose No to find everything again when you install Hearthline later."
    StrCpy $R3 "Some data could not be removed. Delete the folder $APPDATA\${PRODUCT_NAME} by hand."
    ${if} $LANGUAGE == 1034
    ${orIf} $LANGUAGE == 3082
      StrCpy $R2 "¿Eliminar también de esta computadora sus solicitudes, notas, borradores, copias y conexiones?$\r$\n$\r$\nLas solicitudes del marketplace siguen allí. Elija No para encontrarlo todo cuando vuelva a instalar Hearthline."
      StrCpy $R3 "No se pudieron eliminar algunos datos. Elimine la carpeta $APPDATA\${PRODUCT_NAME}."
    ${endIf}
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/S" $R1
    ${if} ${Errors}
      MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 $R2 IDNO keepData
      nsExec::Exec '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --remove-data'
      Pop $0
      ${if} $0 != 0
        MessageBox MB_OK|MB_ICONEXCLAMATION $R3
      ${endIf}
      keepData:
    ${endIf}
  ${endIf}
!macroend
