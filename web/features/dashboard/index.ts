export { RecentPictures } from './components/recent-pictures.tsx'
export { RunningJobs } from './components/running-jobs.tsx'
