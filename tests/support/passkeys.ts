import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Kysely } from 'kysely'
import type { PasskeyAssertion, PasskeyCreation, PasskeyRegistration } from '#contract/passkeys.ts'
import type { PasskeyRequest } from '#contract/second-factor.ts'
import type { Database } from '#server/platform/db/index.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64Url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

/** The public key of an ES256 pair, in COSE. */
function coseOf(key: KeyObject): Uint8Array {
  const { x, y } = key.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]),
  )
}

/** An authenticator in software, with one passkey: it answers as a browser at an origin passes its answers on. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16)
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** Grows by one at each answer; null: this authenticator does not count. */
  counter: number | null = 0

  #authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    if (this.counter !== null) counter.writeUInt32BE(++this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }

  /** Makes the passkey. @param origin that of the page */
  register({ challenge, rp }: PasskeyCreation, origin: string): PasskeyRegistration {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id, USER_PRESENT | USER_VERIFIED | HAS_KEY),
      Buffer.alloc(16),
      length,
      this.id,
      coseOf(this.#pair.publicKey),
    ])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return {
      id: base64Url(this.id),
      rawId: base64Url(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: base64Url(JSON.stringify({ type: 'webauthn.create', challenge, origin })),
        attestationObject: base64Url(attestation),
        transports: ['internal'],
      },
    }
  }

  /** Answers to a login. @param origin that of the page */
  answer(
    { challenge, rpId }: Pick<PasskeyRequest, 'challenge' | 'rpId'>,
    origin: string,
  ): PasskeyAssertion {
    const authenticatorData = this.#authenticatorData(rpId, USER_PRESENT)
    const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin })
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return {
      id: base64Url(this.id),
      rawId: base64Url(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: base64Url(clientData),
        authenticatorData: base64Url(authenticatorData),
        signature: base64Url(sign('sha256', signed, this.#pair.privateKey)),
      },
    }
  }
}

/** A passkey of a person, as a row that answers to nothing. @returns its id */
export async function insertPasskey(db: Kysely<Database>, userId: string): Promise<string> {
  const { id } = await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: randomBytes(16),
      public_key: randomBytes(32),
      counter: '0',
      transports: '[]',
      rp_id: 'localhost',
      name: 'Phone',
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
