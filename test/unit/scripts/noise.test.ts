import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { passWithoutNoise } from '../../../scripts/noise.mjs';

it('the terminal shows errors and hides harmless system warnings, even if lines arrive in pieces', () => {
  const from = new PassThrough();
  const to = new PassThrough();
  passWithoutNoise(from, to);
  const lines = [
    '[1:1121/070000.1:ERROR:bus.cc(407)] Failed to connect to the bus',
    '',
    '(electron:1): libnotify-WARNING **: 07:00:00.000: Failed to connect to proxy',
    '[1:1121/070000.2:ERROR:libnotify_notification.cc(50)] notify_notification_show: domain=1100',
    'Error: something that matters',
    '[1:1121/070000.3:FATAL:zygote_host_impl_linux.cc(126)] No usable sandbox',
  ];
  const text = `${lines.join('\n')}\n`;
  from.write(text.slice(0, 200));
  from.write(text.slice(200));
  expect(String(to.read())).toBe(
    'Error: something that matters\n[1:1121/070000.3:FATAL:zygote_host_impl_linux.cc(126)] No usable sandbox\n',
  );
});
