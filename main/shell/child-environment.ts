/** What a child may see of the environment: enough to run, nothing that could carry a secret. */

const visible = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'APPDATA'],
  // Where the professional's ssh keys are held, for a tunnel to their own host.
  'SSH_AUTH_SOCK',
  // Where the keychain is asked on Linux.
  ...['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'],
];

/** Those of `env` that a child is given. */
export const environmentFor = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    visible.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
