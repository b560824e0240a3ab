export { HeadshotsPage } from './headshots-page.tsx'
