import { seal, unseal } from '#server/platform/seal.ts'

const sealContext = (engine: string) => ({ purpose: 'engine credentials', owner: engine })

export const sealCredentials = (secret: Buffer, engine: string, credentials: string): Buffer =>
  seal(secret, sealContext(engine), credentials)

/** @returns null when SECRET_KEY is another one than when they were entered */
export const openCredentials = (secret: Buffer, engine: string, sealed: Buffer): string | null =>
  unseal(secret, sealContext(engine), sealed)
