/** Hides Chromium's complaints about what a headless machine or container lacks, and nothing else. */
const noise = [
  /:ERROR:(?:dbus\/)?(?:bus|object_proxy)\.cc\b/, // no session bus, no such service on it
  /:ERROR:(?:shared_image_interface_proxy|one_copy_raster_buffer_provider)\.cc\b/, // no GPU
  /:ERROR:(?:viz_main_impl|gl_factory|gpu_process_host|command_buffer_proxy_impl)\.cc\b/, // no GPU
  /\blibnotify(?:-WARNING|_notification\.cc)\b/, // nobody shows notifications here
  /:WARNING:.*(?:sandbox_linux|vaapi_wrapper|x11_util|wayland_connection)\.cc\b/,
];

export function isNoise(line) {
  return noise.some((pattern) => pattern.test(line));
}

/** Forwards a stream's lines without the noise and the empty lines around it. */
export function passWithoutNoise(from, to) {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line !== '' && !isNoise(line)) to.write(`${line}\n`);
  });
  from.once('end', () => rest !== '' && to.write(rest));
}
