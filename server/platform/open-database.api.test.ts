import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startSessionPooler } from '#tests/support/session-pooler.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { writeBackup } from './db/index.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { createLogger } from './log.ts'
import { openDatabase } from './open-database.ts'
import { createQueue } from './queue.ts'

test('a pooler in session mode is enough by itself: no connection asks for what it refuses', async () => {
  const database = await createTestDatabase()
  const pooler = await startSessionPooler(database.url)
  const dataDir = mkdtempSync(join(inject('scratchFolder'), 'pooler-'))
  const log = createLogger({ level: 'error' })
  const { db, close } = await openDatabase({
    url: pooler.url,
    dataDir,
    connections: 2,
    log,
  })
  try {
    expect(db.isPooled).toBe(true)
    await db.ping()
    const heard = new Promise<string>((resolve) => {
      void db.listener.listen('check', { message: resolve })
    })
    await expect
      .poll(async () => {
        await db.pool.query(`select pg_notify('check', 'hello')`)
        return Promise.race([heard, Promise.resolve(null)])
      })
      .toBe('hello')
    const queue = createQueue({ db, log })
    await queue.start()
    await queue.stop({ drainMs: 100 })
    await writeBackup(db.directUrl, join(dataDir, 'backup'))
    expect(pooler.refused).toEqual([])
  } finally {
    await close()
    await pooler.close()
    await database.dispose()
  }
})

test('a program that cannot be read leaves no database behind', async () => {
  const dataDir = mkdtempSync(join(inject('scratchFolder'), 'unread-'))
  const load = () => Promise.reject(new Error('unread'))
  const log = createLogger({ level: 'error' })
  for (const time of ['a new database', 'one that is there'])
    await expect(
      openDatabase({ url: null, dataDir, connections: 1, load, log }),
      time,
    ).rejects.toThrow('unread')
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeNull()
})
