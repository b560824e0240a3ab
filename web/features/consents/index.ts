export { FaceConsentDialog } from './components/face-consent-dialog.tsx'
