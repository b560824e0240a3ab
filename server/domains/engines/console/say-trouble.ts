import type { EngineTrouble } from '#server/engines/spec/index.ts'
import { t, type Text } from '#server/texts/index.ts'

const WORDS: Record<EngineTrouble, Text> = {
  refuses_credentials: t('engines.refusesCredentials'),
  no_money: t('engines.noMoney'),
  no_such_server: t('engines.noSuchServer'),
  too_busy: t('engines.tooBusy'),
  answers_with_error: t('engines.answersWithError'),
  silent: t('engines.silent'),
  unreachable: t('engines.unreachable'),
  no_model: t('engines.hasNoModel'),
  other_kind: t('engines.otherKind'),
  rests: t('engines.rests'),
  unknown: t('engines.worksNot'),
}

/** @param trouble null or undefined: none was told; a newer version, which may run beside this one, stores others */
export const sayTrouble = (trouble: EngineTrouble | null | undefined): Text =>
  WORDS[trouble ?? 'unknown'] ?? WORDS.unknown
