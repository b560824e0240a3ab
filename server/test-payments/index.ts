export { createTestPayments, type TestPayments } from './create-test-payments.ts'
