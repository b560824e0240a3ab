export type * from './schema.ts'
export {
  createTestPayments,
  type TestPayments,
  type TestPaymentsOptions,
} from './create-test-payments.ts'
