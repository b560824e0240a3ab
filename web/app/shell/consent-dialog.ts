// A file of its own, loaded when a consent is first asked for.
export { ConsentDialog } from '#web/features/consents/index.ts'
