export { SupportChat } from '#web/features/support/index.ts'
