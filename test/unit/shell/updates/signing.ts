/** Signs releases as their makers do, with keys of the test. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { releaseText } from '../../../../main/shell/updates/release-text.ts';

const pair = generateKeyPairSync('ed25519');

export const ourKey: KeyObject = createPublicKey(pair.privateKey);
export const foreignKey: KeyObject = generateKeyPairSync('ed25519').privateKey;

export type Metadata = {
  readonly version: string;
  readonly files: readonly {
    readonly url: string;
    readonly size: number;
    readonly sha512: string;
  }[];
  readonly signature?: string;
};

const digest = `${'A'.repeat(86)}==`;

/** What a server says of a release, signed by the makers unless the test names another key. */
export const releaseOf = (version: string, by: KeyObject = pair.privateKey): Metadata => {
  const files = [{ url: `Hearthline-${version}.AppImage`, size: 1_000, sha512: digest }];
  const text = releaseText(
    version,
    files.map(({ url, ...file }) => ({ name: url, ...file })),
  );
  return { version, files, signature: sign(null, Buffer.from(text), by).toString('base64') };
};
