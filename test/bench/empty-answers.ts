/** Floor of the receiver: a fastify server that answers every post with an empty 200 and stores nothing. */
import fastify from 'fastify';

const server = fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
server.post('/hook/:path', (_request, reply) => reply.code(200).send());
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
