export { ShareTarget } from './share-target.tsx'
