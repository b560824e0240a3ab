import { createOutbound } from '#server/platform/outbound-http.ts'
import type { Engine } from '../spec/index.ts'
import type { Patience } from '../remote/service/wait-for-call.ts'
import { createHeygen } from './heygen.ts'
import { createKling } from './kling.ts'
import { createLtx } from './ltx.ts'
import { createLuma } from './luma.ts'
import { createMinimax } from './minimax.ts'
import { createRunway } from './runway.ts'
import type { ServiceAccount } from './video-client.ts'
import { createVideoServiceEngine } from './video-service-engine.ts'

/** The services that make videos, by the names of their engines. */
const CLIENTS = {
  luma: createLuma,
  runway: createRunway,
  kling: createKling,
  minimax: createMinimax,
  ltx: createLtx,
  heygen: createHeygen,
}
export type VideoService = keyof typeof CLIENTS
export const VIDEO_SERVICES = Object.keys(CLIENTS) as VideoService[]

/** An engine whose videos a service makes. */
export function createVideoService(
  name: VideoService,
  account: ServiceAccount,
  patience?: Partial<Patience>,
): Engine {
  const outbound = createOutbound(
    account.baseUrl === null ? {} : { allowedUrls: [account.baseUrl] },
  )
  const client = CLIENTS[name](account, outbound)
  return createVideoServiceEngine({
    name,
    client,
    outbound,
    hasWebhook: account.webhookUrl !== null && client.receive !== undefined,
    ...(patience && { patience }),
  })
}
