export interface SiteCounters {
  images: number
  users: number
}

const FRESH_MS = 10 * 60_000

/** How the real numbers are estimated, by the domains that own what is counted. */
export interface SiteEstimates {
  images(): Promise<number>
  users(): Promise<number>
}

async function estimate(of: SiteEstimates): Promise<SiteCounters> {
  const [images, users] = await Promise.all([of.images(), of.users()])
  return { images, users }
}

/** Reads the real counts, at most every ten minutes. */
export function createSiteCounters(estimates: SiteEstimates): () => Promise<SiteCounters> {
  let cached: { readAt: number; value: Promise<SiteCounters> } | null = null
  return async () => {
    if (cached === null || Date.now() - cached.readAt > FRESH_MS) {
      cached = { readAt: Date.now(), value: estimate(estimates) }
    }
    const current = cached
    try {
      return await current.value
    } catch (error) {
      // The next caller tries again.
      if (cached === current) cached = null
      throw error
    }
  }
}
