import { describe, expect, it, vi } from 'vitest';
import { openLink } from '../../../main/shell/links.ts';
import { parseSafeLink } from '../../../main/shell/safe-link.ts';

const { openExternal } = vi.hoisted(() => ({ openExternal: vi.fn() }));
vi.mock('electron', () => ({ shell: { openExternal }, clipboard: {} }));

describe('a clicked link', () => {
  it.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['HTTPS://EXAMPLE.com', 'https://example.com/'],
    ['tel:+15125550123', 'tel:+15125550123'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('opens for %s', (text, link) => {
    expect(parseSafeLink(text)).toBe(link);
  });

  it.each([
    'http://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'https://user:password@example.com',
    'ms-msdt:/id',
    '//example.com',
    'example.com',
    '',
  ])('is refused for %j', (text) => {
    expect(parseSafeLink(text)).toBeNull();
  });

  it('that no program of this computer opens is reported as such', async () => {
    openExternal.mockRejectedValue(new Error('No application is associated with it.'));
    expect(await openLink('mailto:a@example.com')).toMatchObject({ error: { code: 'no_program' } });
  });
});
