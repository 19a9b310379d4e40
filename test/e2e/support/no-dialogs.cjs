/** Read by the app's main process before the app: what a message box says is printed, and it is closed at once. */
const { dialog } = require('electron');

dialog.showMessageBox = async ({ message, detail, buttons }) => {
  console.log(['message box:', message, detail, ...buttons].join('\n'));
  return { response: 0, checkboxChecked: false };
};
