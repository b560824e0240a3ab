import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface S3Double {
  endpoint: string
  objects: Map<string, { body: Buffer; contentType: string }>
  /** `METHOD /path?query` of every call, in order. */
  calls: string[]
  /** Answers every write with 507 while true. */
  full: boolean
  close(): Promise<void>
}

interface Call {
  method: string
  key: string
  query: URLSearchParams
  request: IncomingMessage
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=[^,]*host[^,]*, ?Signature=[0-9a-f]{64}$/

function failure(status: number, code: string): Answer {
  return { status, body: `<Error><Code>${code}</Code><Message>${code}</Message></Error>` }
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

/** Entries of an XML list: `<Key>a</Key><Key>b</Key>` -> a, b. */
function texts(xml: string, tag: string): string[] {
  return [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(
    ([, text]) => text ?? '',
  )
}

/**
 * The part of S3's REST interface that the program uses, in memory: objects by path, ranges, listing in pages,
 * multi-part uploads, deletion of many. As strict stores do, it refuses calls that are not signed for its key
 * and bodies in the SDK's chunked encoding.
 */
export async function startS3Double(options: {
  bucket: string
  accessKeyId: string
  /** Keys on a page of a listing. */
  pageSize?: number
  port?: number
  /** False: it does not know the call that lists multi-part uploads. */
  listsUnfinished?: boolean
}): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer>; begun: Date }>()
  const written = new Map<string, Date>()
  const calls: string[] = []
  const { bucket, accessKeyId, pageSize = 1000 } = options

  const isSigned = ({ query, request }: Call): boolean => {
    if (query.has('X-Amz-Signature')) {
      return query.get('X-Amz-Credential')?.startsWith(`${accessKeyId}/`) ?? false
    }
    return SIGNATURE.exec(request.headers.authorization ?? '')?.[1] === accessKeyId
  }

  const list = ({ query }: Call): Answer => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const size = Math.min(pageSize, Number(query.get('max-keys') ?? pageSize))
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > after)
      .toSorted()
    const page = keys.slice(0, size)
    const more = keys.length > size
    const contents = page
      .map((key) => {
        const time = written.get(key)?.toISOString() ?? ''
        return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified></Contents>`
      })
      .join('')
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return {
      status: 200,
      body: `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`,
    }
  }

  const listUnfinished = (): Answer => {
    const listed = [...uploads].map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    )
    return {
      status: 200,
      body: `<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`,
    }
  }

  const read = ({ method, key, request }: Call): Answer => {
    const object = objects.get(key)
    if (!object) return failure(404, 'NoSuchKey')
    const { body, contentType } = object
    const headers = { 'content-type': contentType, etag: etagOf(body) }
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    if (method === 'HEAD') {
      return { status: 200, headers: { ...headers, 'content-length': String(body.length) } }
    }
    if (!range) return { status: 200, headers, body }
    const start = Number(range[1])
    const end = range[2] === '' ? body.length - 1 : Number(range[2])
    const contentRange = `bytes ${start}-${end}/${body.length}`
    return {
      status: 206,
      headers: { ...headers, 'content-range': contentRange },
      body: body.subarray(start, end + 1),
    }
  }

  const write = async ({ key, query, request }: Call): Promise<Answer> => {
    const body = await buffer(request)
    if (/aws-chunked/.test(request.headers['content-encoding'] ?? '')) {
      return failure(501, 'NotImplemented')
    }
    const parts = uploads.get(query.get('uploadId') ?? '')?.parts
    written.set(key, new Date())
    if (parts) parts.set(Number(query.get('partNumber')), body)
    else objects.set(key, { body, contentType: request.headers['content-type'] ?? '' })
    return { status: 200, headers: { etag: etagOf(body) } }
  }

  const post = async ({ key, query, request }: Call): Promise<Answer> => {
    const xml = (await buffer(request)).toString()
    if (query.has('delete')) {
      for (const name of texts(xml, 'Key')) objects.delete(name)
      return { status: 200, body: '<DeleteResult></DeleteResult>' }
    }
    if (query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map(), begun: new Date() })
      objects.delete(key)
      const names = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult>${names}</InitiateMultipartUploadResult>`,
      }
    }
    const id = query.get('uploadId') ?? ''
    const parts = uploads.get(id)?.parts
    if (!parts) return failure(404, 'NoSuchUpload')
    const order = texts(xml, 'PartNumber').map(Number)
    const body = Buffer.concat(order.map((part) => parts.get(part) ?? Buffer.alloc(0)))
    objects.set(key, { body, contentType: '' })
    written.set(key, new Date())
    uploads.delete(id)
    return {
      status: 200,
      body: `<CompleteMultipartUploadResult><ETag>${etagOf(body)}</ETag></CompleteMultipartUploadResult>`,
    }
  }

  const answer = async (call: Call): Promise<Answer> => {
    if (!isSigned(call)) return failure(403, 'AccessDenied')
    const { method, query, key } = call
    if (double.full && method !== 'GET' && method !== 'HEAD') return failure(507, 'QuotaExceeded')
    if (method === 'GET' && query.has('list-type')) return list(call)
    if (method === 'GET' && query.has('uploads')) {
      return options.listsUnfinished === false ? failure(501, 'NotImplemented') : listUnfinished()
    }
    if (method === 'GET' || method === 'HEAD') return read(call)
    if (method === 'PUT') return write(call)
    if (method === 'POST') return post(call)
    if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '')
    else objects.delete(key)
    return { status: 204 }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
    const method = request.method ?? 'GET'
    calls.push(`${method} ${request.url}`)
    const [, name, ...rest] = decodeURIComponent(pathname).split('/')
    const call = { method, key: rest.join('/'), query: searchParams, request }
    const { status, headers, body } =
      name === bucket ? await answer(call) : failure(404, 'NoSuchBucket')
    response.writeHead(status, headers).end(body)
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const double: S3Double = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    calls,
    full: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return double
}
