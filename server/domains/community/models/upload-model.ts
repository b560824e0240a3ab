import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import { MODEL_UPLOAD, type ModelUpload } from '#contract/model-publishing.ts'
import { type Database, type Reader, transact } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { runInThread } from '#lib/threads.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { fileKey, partKey, partsFolder } from './keys.ts'
import type { LoraHeader } from './lora-header-thread.ts'
import { lengthOfHeader } from './read-lora-header.ts'

type UploadRow = Selectable<Database['community_model_uploads']>

const PER_DAY = { name: 'model-uploads', points: 20, seconds: 86_400 }
/** Of one person at once. */
const MOST_OPEN = 3
const { partBytes } = MODEL_UPLOAD

const present = (row: UploadRow): ModelUpload => ({
  id: row.id,
  filename: row.filename,
  bytes: Number(row.bytes),
  sha256: row.sha256,
  part_bytes: partBytes,
  received: row.parts.toSorted((a, b) => a - b),
  state: row.state,
})

const countOf = (bytes: number): number => Math.ceil(bytes / partBytes)

/** Begins an upload, or finds the one of the same file that was begun. @throws {AppError} `conflict`, `throttled` */
export async function startUpload(
  { db, limiter }: CommunityDeps,
  userId: string,
  file: FileToCome,
): Promise<{ upload: ModelUpload; isNew: boolean }> {
  const begun = await findBegun(db.kysely, userId, file)
  if (begun) return { upload: present(begun), isNew: false }
  await limiter.consume(PER_DAY, userId)
  return transact(db, async (tx) => {
    // Of several calls at once each sees what the one before began.
    await sql`select pg_advisory_xact_lock(hashtext('model uploads'), hashtext(${userId}))`.execute(
      tx,
    )
    const meanwhile = await findBegun(tx, userId, file)
    if (meanwhile) return { upload: present(meanwhile), isNew: false }
    const made = await tx
      .insertInto('community_model_uploads')
      .values({ user_id: userId, ...file })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { upload: present(made), isNew: true }
  })
}

interface FileToCome {
  filename: string
  bytes: number
  sha256: string
}

/** The upload of the same file that was begun; null where another one may begin. @throws {AppError} `conflict` */
async function findBegun(
  reader: Reader,
  userId: string,
  file: FileToCome,
): Promise<UploadRow | null> {
  const own = await reader
    .selectFrom('community_model_uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'published')
    .execute()
  const begun = own.find(
    ({ sha256, bytes }) => sha256 === file.sha256 && Number(bytes) === file.bytes,
  )
  if (begun) return begun
  await requireUnknown(reader, file.sha256)
  if (own.length >= MOST_OPEN) throw userError('conflict', t('community.finishOtherUpload'))
  return null
}

/** @throws {AppError} `conflict` for a file that is published here */
async function requireUnknown(reader: Reader, sha256: string): Promise<void> {
  const known = await reader
    .selectFrom('community_model_files')
    .select('id')
    .where('sha256', '=', sha256)
    .where('storage_key', 'is not', null)
    .executeTakeFirst()
  if (known) throw userError('conflict', t('community.filePublished'))
}

async function readOwn(
  { db: { kysely } }: CommunityDeps,
  userId: string,
  id: string,
): Promise<UploadRow> {
  const row = isId(id)
    ? await kysely
        .selectFrom('community_model_uploads')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound()
  return row
}

const THREAD = new URL('lora-header-thread.ts', import.meta.url)

/** A header may be as long as a part, and takes as long to read as it is. */
async function requireLora(data: Buffer, bytes: number): Promise<void> {
  const first = new Uint8Array(data.subarray(0, lengthOfHeader(data)))
  const refusal = await runInThread<string | null>(THREAD, { first, bytes } satisfies LoraHeader)
  if (refusal !== null) throw invalidField('part', refusal)
}

/** Keeps a part; again is the same. @throws {AppError} `not_found`, `conflict`, `invalid` for what is no part of a LoRA */
export async function takePart(
  deps: CommunityDeps,
  userId: string,
  { id, n, data }: { id: string; n: string; data: Buffer },
): Promise<ModelUpload> {
  const row = await readOwn(deps, userId, id)
  const part = /^\d{1,4}$/.test(n) ? Number(n) : -1
  const [bytes, last] = [Number(row.bytes), countOf(Number(row.bytes)) - 1]
  if (part < 0 || part > last) throw notFound()
  if (row.state !== 'open') throw userError('conflict', t('community.uploadFinished'))
  if (data.length !== (part === last ? bytes - last * partBytes : partBytes))
    throw invalidField('part', t('community.partWrongSize'))
  if (part === 0) await requireLora(data, bytes)
  else if (!row.parts.includes(0)) throw userError('conflict', t('community.sendFirstPart'))
  await deps.storage.put(partKey(userId, row.id, part), data)
  const kept = await deps.db.kysely
    .updateTable('community_model_uploads')
    .set({
      parts: sql<number[]>`array(select distinct unnest(parts || ${part}::integer) order by 1)`,
    })
    .where('id', '=', row.id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
  if (!kept) throw userError('conflict', t('community.uploadFinished'))
  return present(kept)
}

/** Puts the parts together. @throws {AppError} `not_found`, `conflict` where parts are missing, `invalid` for another file */
export async function finishUpload(
  deps: CommunityDeps,
  userId: string,
  id: string,
): Promise<ModelUpload> {
  const { storage, db } = deps
  const row = await readOwn(deps, userId, id)
  if (row.state !== 'open') return present(row)
  const count = countOf(Number(row.bytes))
  if (row.parts.length !== count) throw userError('conflict', t('community.partsMissing'))
  const digest = createHash('sha256')
  async function* whole(): AsyncGenerator<Buffer> {
    for (let part = 0; part < count; part++) {
      const data = await storage.read(partKey(userId, row.id, part))
      if (!data) throw userError('conflict', t('community.partsMissing'))
      digest.update(data)
      yield data
    }
  }
  // Of two at once each has a file of its own: parts may be sent again while they are read.
  const key = fileKey(userId, `${row.id}-${randomUUID()}`)
  await storage.put(key, Readable.from(whole(), { objectMode: false }))
  if (digest.digest('hex') !== row.sha256) {
    await storage.delete(key)
    await db.kysely
      .updateTable('community_model_uploads')
      .set({ parts: [] })
      .where('id', '=', row.id)
      .where('state', '=', 'open')
      .execute()
    throw invalidField('sha256', t('community.otherFileCame'))
  }
  const finished = await db.kysely
    .updateTable('community_model_uploads')
    .set({ state: 'finished', storage_key: key })
    .where('id', '=', row.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (!finished) await storage.delete(key)
  await storage.deletePrefix(partsFolder(userId, row.id))
  return present(await readOwn(deps, userId, row.id))
}

const KEPT_HOURS = 24

/** Removes uploads that nobody went on with. Safe to repeat; files that are left are swept. */
export async function sweepUploads({ db: { kysely }, storage }: CommunityDeps): Promise<void> {
  const old = await kysely
    .deleteFrom('community_model_uploads')
    .where('state', '<>', 'published')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .returning(['id', 'user_id', 'storage_key'])
    .execute()
  for (const { id, user_id: userId, storage_key: key } of old) {
    await storage.deletePrefix(partsFolder(userId, id))
    if (key !== null) await storage.delete(key)
  }
}
