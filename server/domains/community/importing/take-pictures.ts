import type { Media } from '#server/domains/media/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'
import { OutboundError } from '#server/platform/outbound-http.ts'
import { OperatorError } from '#lib/operator-error.ts'
import type { ImportPictures } from './import-deps.ts'

const MAX_BYTES = 32 * 1024 * 1024
const ANSWER_MS = 60_000

interface Fetching {
  outbound: Pick<Outbound, 'send'>
  log: Log
}

/** What is made of a file of another site; null where it cannot be had or read. */
async function fetched<T>(
  { outbound, log }: Fetching,
  url: string,
  make: (file: Buffer) => Promise<T>,
): Promise<T | null> {
  try {
    const answer = await outbound.send(url, { maxBytes: MAX_BYTES, timeoutMs: ANSWER_MS })
    return answer.status === 200 ? await make(answer.bytes) : null
  } catch (error) {
    if (
      !(error instanceof OutboundError) &&
      !(error instanceof AppError && error.code !== 'unavailable')
    )
      throw error
    log.warn({ reason: error.message, url }, 'An image of another site could not be read')
    return null
  }
}

/** Copies each picture: it is decoded in a process of its own and rewritten, without anything but its pixels. */
export const copyPictures = ({
  media,
  ...fetching
}: Fetching & { media: Pick<Media, 'storeForeignPicture'> }): ImportPictures => ({
  take: (url) => fetched(fetching, url, (file) => media.storeForeignPicture(file)),
})

/**
 * Keeps addresses alone; what they show is resized on demand, for hosts that the operator has listed. Each is read once, to see
 * whether it was removed here.
 */
export const linkPictures = (
  hosts: readonly string[],
  { media, ...fetching }: Fetching & { media: Pick<Media, 'fingerprintForeign'> },
): ImportPictures => ({
  async take(url, size) {
    const host = URL.parse(url)?.host ?? ''
    if (!hosts.includes(host))
      throw new OperatorError(
        `IMAGE_HOSTS does not list ${host}: add it, or copy the images with CIVITAI_IMAGES=copy.`,
      )
    if (!size) return null
    const { width, height } = size
    const fingerprint = await fetched(fetching, url, (file) => media.fingerprintForeign(file))
    return { url, width, height, fingerprint }
  },
})
