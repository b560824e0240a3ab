export type * from './schema.ts'
export { advanceClock } from './advance-clock.ts'
export { requireRealClock, resetClock } from './reset-clock.ts'
export { addMonths, dayName, isoDate } from './calendar.ts'
export { createCredits, type CreditsDeps } from './create-credits.ts'
export { freePolicy } from './free-policy.ts'
export { normaliseEmail } from './email-identity.ts'
export { FREE_PERIODS, freePeriodKey, referralKey, withdrawalKey } from './freezes.ts'
export { grantKeys } from './grant-keys.ts'
export {
  creditAccounts,
  creditCaptures,
  creditEntries,
  creditHolds,
  creditLots,
  openFreezes,
} from './relations.ts'
export type {
  AdjustInput,
  Balance,
  CaptureInput,
  CaptureResult,
  CreditReader,
  Credits,
  CreditWriter,
  Difference,
  FreeMonthInput,
  FreezeInput,
  GrantInput,
  LoginBonus,
  LotShare,
  PlannedChange,
  PlanSchedule,
  RefundInput,
  ReleaseCause,
  RevokeInput,
  RevokeResult,
  ClawbackInput,
} from './types.ts'
