import { paths } from '#contract/paths.ts'
import type { InstallationContext } from '../context.ts'
import { removeTokenFile, setupToken } from './setup-token.ts'

/**
 * The address at which the first administrator sets the site up.
 * @param isAsked as for {@link setupToken}
 * @returns null once there is an administrator, or where another machine has the token
 */
export async function setupLink(
  { db, dataDir, accounts, publicUrl }: InstallationContext,
  { isAsked }: { isAsked: boolean },
): Promise<string | null> {
  if (await accounts.hasAdministrator()) {
    await removeTokenFile(dataDir)
    return null
  }
  const token = await setupToken(db, dataDir, { isAsked })
  return token === null ? null : `${publicUrl()}${paths.setup.link({ token })}`
}
