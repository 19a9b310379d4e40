/** Loaded into an engine's process before it: lists its modules and the ports to which it connects. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';

const file = process.env['HEARTHLINE_WATCHED'] ?? '';
const note = (line: string): void => appendFileSync(file, `${line}\n`);

registerHooks({
  load: (url, context, next) => {
    note(`module ${url}`);
    return next(url, context);
  },
});

const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [options] = args.flat() as [{ readonly port?: number; readonly host?: string }];
  note(`socket ${options.host}:${options.port}`);
  return connect.apply(this, args);
};
