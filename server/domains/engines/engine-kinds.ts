import type { Engine } from '#server/engines/spec/index.ts'

/** Where an engine is, and what it wants to hear. */
export interface EngineConnection {
  /** Without credentials; null: the usual address of a service. */
  url: string | null
  /** `user:password`, a token or a key; null: none. */
  credentials: string | null
}

/** A kind of engine that administrators may add. */
export interface EngineKind {
  /** As people know it. */
  title: string
  /** Whether it is found by its address, or is a service that is paid by a key. */
  needs: 'address' | 'key'
  /** Whether its address may say more of it after a question mark; left out: no. */
  takesOptions?: boolean
  /** @throws {Error} one line on an option that is none */
  create(place: EngineConnection): Engine
}

/** By what `kind` of a request names. */
export type EngineKinds = Readonly<Record<string, EngineKind>>

/** An engine that the program or its settings bring along. */
export interface FixedEngine {
  engine: Engine
  kind: string
  source: 'builtin' | 'environment'
}
