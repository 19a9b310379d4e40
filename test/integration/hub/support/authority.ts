/** A certificate authority of a test, made by openssl. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

export type Certificate = {
  /** Files in PEM. */
  readonly certificate: string;
  readonly key: string;
};

export const createAuthority = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-authority-'));
  const fileOf = (name: string): string => join(folder, name);
  const [file, key] = [fileOf('ca.crt'), fileOf('ca.key')];
  const subject = ['-subj', '/CN=The authority of a test', '-days', '2'];
  await run('openssl', ['req', '-x509', ...newKey, ...subject, '-keyout', key, '-out', file]);
  return {
    file,
    pem: await readFile(file, 'utf8'),
    /** @param days until it expires; negative for an expired one */
    issue: async (host: string, days: number): Promise<Certificate> => {
      const name = `${host}${days}`;
      const issued = { certificate: fileOf(`${name}.crt`), key: fileOf(`${name}.key`) };
      const [request, names] = [fileOf(`${name}.csr`), fileOf(`${name}.ext`)];
      await writeFile(names, `subjectAltName=DNS:${host}\n`);
      await run('openssl', [
        'req',
        ...newKey,
        '-subj',
        '/CN=log',
        '-keyout',
        issued.key,
        '-out',
        request,
      ]);
      const signed = ['-CA', file, '-CAkey', key, '-days', String(days), '-extfile', names];
      await run('openssl', ['x509', '-req', '-in', request, ...signed, '-out', issued.certificate]);
      return issued;
    },
  };
};
