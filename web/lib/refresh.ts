import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads something again where it is shown. A first reading that is still on the way is abandoned: it may be
 * older than the change, and an invalidation alone would wait for it and be content.
 */
export async function refresh(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
