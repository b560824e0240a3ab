import type { FastifyRequest } from 'fastify'
import type { KeyScope } from '#contract/key-scopes.ts'
import { userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'

/**
 * Who calls by an API key that has one of these scopes.
 * @throws {AppError} `invalid_token`, `permission_denied`
 */
export async function requireKey(
  request: FastifyRequest,
  scopes: readonly KeyScope[],
): Promise<Caller> {
  const caller = await request.signedIn()
  if (!caller?.key) {
    throw userError('invalid_token', t('requests.sendKey'))
  }
  const held = caller.key.scopes
  if (!scopes.some((scope) => held.includes(scope))) {
    throw userError('permission_denied', t('common.keyMayNot'))
  }
  return caller
}
