/** How the professional's tunnel is made is called its kind now; the set-up is kept under that name. */
import type { Database } from 'better-sqlite3';

export const name = 'tunnel-kind';

export const migrate = (db: Database): void => {
  db.exec(`
UPDATE settings SET value = json_remove(json_set(value, '$.kind', value ->> '$.way'), '$.way')
WHERE name = 'tunnel.setup' AND json_valid(value)`);
};
