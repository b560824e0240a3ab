import { sha256 } from '@noble/hashes/sha2.js'
import { api, call, TransportError } from '#web/lib/api.ts'

/** Read at once while the hash is made. */
const SLICE = 4 * 1024 ** 2
const RETRIES = 4
const PAUSE_MS = 1500
/** Of the whole: to read the file once before it is sent. */
const READING = 0.15

async function hashOf(file: File, onShare: (share: number) => void): Promise<string> {
  const digest = sha256.create()
  for (let at = 0; at < file.size; at += SLICE) {
    digest.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()))
    onShare(Math.min(1, (at + SLICE) / file.size))
  }
  return Array.from(digest.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A line that is gone for a moment does not end an upload of a gigabyte. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof TransportError) || attempt === RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** attempt))
    }
  }
}

/** Uploads the file of a model by parts; those that came before, also in an earlier visit, are not sent again. @returns the id of the upload */
export async function uploadModel(
  file: File,
  onProgress: (share: number) => void,
): Promise<string> {
  const hash = await hashOf(file, (share) => onProgress(READING * share))
  const { startUpload, sendPart, finishUpload } = api.modelPublishing
  const body = { filename: file.name, bytes: file.size, sha256: hash }
  const upload = await call(startUpload, { body })
  const { id, part_bytes: size } = upload
  if (upload.state === 'finished') return id
  const received = new Set(upload.received)
  const count = Math.ceil(file.size / size)
  for (let part = 0; part < count; part++) {
    const data = file.slice(part * size, (part + 1) * size)
    if (!received.has(part))
      await patiently(() => call(sendPart, { params: { id, n: String(part) }, body: data }))
    onProgress(READING + ((1 - READING) * (part + 1)) / count)
  }
  await patiently(() => call(finishUpload, { params: { id }, body: {} }))
  return id
}
