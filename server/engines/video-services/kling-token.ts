import { createHmac } from 'node:crypto'

const LIVES_SECONDS = 1800
/** Clocks differ. */
const EARLIER_SECONDS = 5

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The token that one request to Kling carries: a JWT by HMAC-SHA256. @param now milliseconds */
export function klingToken(accessKey: string, secretKey: string, now = Date.now()): string {
  const seconds = Math.floor(now / 1000)
  const head = encode({ alg: 'HS256', typ: 'JWT' })
  const claims = encode({
    iss: accessKey,
    exp: seconds + LIVES_SECONDS,
    nbf: seconds - EARLIER_SECONDS,
  })
  const signature = createHmac('sha256', secretKey).update(`${head}.${claims}`).digest('base64url')
  return `${head}.${claims}.${signature}`
}
