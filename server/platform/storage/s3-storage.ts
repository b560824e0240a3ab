import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Log } from '../log.ts'
import { assertKey, assertPrefix, contentTypeOf } from './keys.ts'
import type { ByteRange, OpenedFile, Storage, StoredFile, StoredName } from './storage.ts'
import { createCircuit } from './circuit.ts'
import { StorageAway, writeFailure } from './storage-errors.ts'

export interface S3Options {
  /** Address of an S3-compatible store; null for Amazon's own. */
  endpoint: string | null
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What one DeleteObjects call may name. */
const DELETE_BATCH = 1000

/**
 * Limits of a call: until it is connected, and while nothing is sent or received. A store that stands still is noticed
 * by them; a large file on a slow line is not cut.
 */
const TIME_LIMITS = { connectionTimeout: 2000, socketTimeout: 4000 }
const ATTEMPTS = 2
/** How long a store that did not answer is left alone. */
const REST_MS = 3000
const NETWORK_ERRORS = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Not every store that speaks S3 knows every call. */
const isNotOffered = ({ name, $metadata }: S3ServiceException): boolean =>
  name === 'NotImplemented' || [405, 501].includes($metadata.httpStatusCode ?? 0)

/** No answer, or one that says that the store is overloaded or broken; 507 and the like are refusals. */
function isAway(error: unknown): boolean {
  const { name, code } = error as Error & { code?: string }
  if (name === 'TimeoutError' || (code !== undefined && NETWORK_ERRORS.has(code))) return true
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  return status !== undefined && [500, 502, 503, 504].includes(status)
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

/** `bytes 0-9/1234` -> 1234 */
function totalSize(contentRange: string | undefined, contentLength: number | undefined): number {
  const total = contentRange?.split('/')[1]
  return total === undefined ? (contentLength ?? 0) : Number(total)
}

/** Files in a bucket of any S3-compatible store, addressed by path so that no DNS per bucket is needed. */
export function createS3Storage(options: S3Options, log: Log): Storage {
  const { bucket } = options
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint !== null && { endpoint: options.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // The SDK's default trailing checksums arrive inside the file on stores that do not know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIME_LIMITS,
    maxAttempts: ATTEMPTS,
  })
  const place = `the S3 bucket ${bucket}`
  const circuit = createCircuit({
    restMs: REST_MS,
    isAway,
    away: () => new StorageAway(place),
    onChange: (away) => log.warn(away ? `${place} does not answer` : `${place} answers again`),
  })

  const writing = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await circuit.run(act)
    } catch (error) {
      throw writeFailure(error, place, log)
    }
  }

  const reading = async <T>(act: () => Promise<T>): Promise<T | null> => {
    try {
      return await circuit.run(act)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const put = (key: string, body: Uint8Array | Readable): Promise<void> => {
    assertKey(key)
    const params = { Bucket: bucket, Key: key, Body: body, ContentType: contentTypeOf(key) }
    return writing(async () => {
      if (body instanceof Uint8Array) await client.send(new PutObjectCommand(params))
      else await new Upload({ client, params }).done()
    })
  }

  const open = (key: string, range?: ByteRange): Promise<OpenedFile | null> => {
    assertKey(key)
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    return reading(async () => {
      const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }))
      return {
        size: totalSize(object.ContentRange, object.ContentLength),
        contentType: contentTypeOf(key),
        etag: object.ETag ?? '',
        stream: object.Body as Readable,
      }
    })
  }

  const read = (key: string): Promise<Buffer | null> => {
    assertKey(key)
    return reading(async () => {
      const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      return Buffer.from((await object.Body?.transformToByteArray()) ?? [])
    })
  }

  const head = (key: string): Promise<StoredFile | null> => {
    assertKey(key)
    return reading(async () => {
      const object = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
      return {
        size: object.ContentLength ?? 0,
        contentType: contentTypeOf(key),
        etag: object.ETag ?? '',
      }
    })
  }

  const remove = async (key: string): Promise<void> => {
    assertKey(key)
    await writing(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })))
  }

  const list = (prefix: string, limit = Number.MAX_SAFE_INTEGER): Promise<string[]> => {
    assertPrefix(prefix)
    return circuit.run(() => listAll(prefix, limit))
  }

  const listAll = async (prefix: string, limit: number): Promise<string[]> => {
    const keys: string[] = []
    const pageSize = Math.min(limit, DELETE_BATCH)
    for await (const page of paginateListObjectsV2(
      { client, pageSize },
      { Bucket: bucket, Prefix: prefix },
    )) {
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key)
      if (keys.length >= limit) break
    }
    return keys.slice(0, limit)
  }

  async function* files(prefix: string): AsyncIterable<StoredName[]> {
    assertPrefix(prefix)
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
    for (;;) {
      const { value, done } = await circuit.run(() => pages.next())
      if (done) return
      yield (value.Contents ?? []).flatMap(({ Key, LastModified }) =>
        Key === undefined || LastModified === undefined
          ? []
          : [{ key: Key, modifiedAt: LastModified }],
      )
    }
  }

  /** None where the store cannot tell: it then has to remove them itself. */
  async function listUnfinished(): Promise<MultipartUpload[]> {
    try {
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
      return Uploads ?? []
    } catch (error) {
      if (error instanceof S3ServiceException && isNotOffered(error)) return []
      throw error
    }
  }

  const removeUnfinished = (before: Date): Promise<number> =>
    writing(async () => {
      // A thousand at most, which is enough for a sweep.
      const uploads = await listUnfinished()
      const old = uploads.filter(({ Initiated }) => Initiated && Initiated < before)
      for (const { Key, UploadId } of old) {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      }
      return old.length
    })

  const deletePrefix = async (prefix: string): Promise<void> => {
    assertPrefix(prefix)
    await writing(async () => {
      const keys = await listAll(prefix, Number.MAX_SAFE_INTEGER)
      for (let from = 0; from < keys.length; from += DELETE_BATCH) {
        const Objects = keys.slice(from, from + DELETE_BATCH).map((Key) => ({ Key }))
        const { Errors } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors?.[0]) throw new Error(`${Errors[0].Key}: ${Errors[0].Message}`)
      }
    })
  }

  const signedUrl = (key: string, seconds: number): Promise<string> => {
    assertKey(key)
    const command = new GetObjectCommand({ Bucket: bucket, Key: key })
    return getSignedUrl(client, command, { expiresIn: seconds })
  }

  const check = async (): Promise<void> => {
    await put('checks/ready', new Uint8Array([1]))
  }

  const dispose = (): Promise<void> => {
    client.destroy()
    return Promise.resolve()
  }

  return {
    put,
    open,
    read,
    head,
    delete: remove,
    list,
    files,
    removeUnfinished,
    deletePrefix,
    signedUrl,
    check,
    dispose,
  }
}
