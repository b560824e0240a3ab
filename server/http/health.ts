import type { FastifyInstance } from 'fastify'

/** Which parts of the program can do their work; all of them must for it to be ready. */
export type Readiness = () => Promise<Record<string, boolean>>

/** What `Retry-After` says, the same as of calls that need the part that is away. */
const RETRY_AFTER_SECONDS = 5

/** `/healthz`: the process answers. `/readyz`: it can also serve, with the state of each part. */
export function addHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async (_request, reply) => {
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok' })
  })
  app.get('/readyz', async (_request, reply) => {
    const parts = await readiness()
    const ready = Object.values(parts).every(Boolean)
    if (!ready) reply.header('Retry-After', String(RETRY_AFTER_SECONDS))
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', ...parts })
  })
}
