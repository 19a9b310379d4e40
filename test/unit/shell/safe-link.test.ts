import { describe, expect, it } from 'vitest';
import { safeLink } from '../../../main/shell/safe-link.ts';

describe('a clicked link', () => {
  it.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['HTTPS://EXAMPLE.com', 'https://example.com/'],
    ['tel:+15125550123', 'tel:+15125550123'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('opens for %s', (text, link) => {
    expect(safeLink(text)).toBe(link);
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
    expect(safeLink(text)).toBeNull();
  });
});
