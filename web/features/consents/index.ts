export { ConsentDialog } from './components/consent-dialog.tsx'
