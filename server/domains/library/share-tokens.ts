import { createHash, createHmac } from 'node:crypto'

/** Bytes of a token: 128 bits cannot be guessed. */
const TOKEN_BYTES = 16

/** Makes the token of a share, which is in its link. */
export const tokenOf = (secret: Buffer, shareId: string): string =>
  createHmac('sha256', secret)
    .update(`share of an image\n${shareId}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('base64url')

/** By which a link is found: the token itself is not stored. */
export const hashOfShareToken = (token: string): Buffer =>
  createHash('sha256').update(token).digest()
