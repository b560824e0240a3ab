// A file of its own, loaded when a consent is first asked for.
export { FaceConsentDialog } from '#web/features/consents/index.ts'
