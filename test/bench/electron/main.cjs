/** An empty Electron window: the floor of the app's start and memory. */
const { app, BrowserWindow } = require('electron');

app.on('window-all-closed', () => app.quit());
process.on('SIGTERM', () => app.quit());
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 });
  void window.loadURL('data:text/html,<body data-empty>Empty</body>');
});
