import { type SeedPack, videos, withSamples } from './pack-data.ts'

const CLIP = { duration: 2, width: 512, height: 512 }

/** The video packs that come with the app: short clips that the built-in engine makes whole. */
export const VIDEO_PACKS: readonly SeedPack[] = [
  {
    key: 'zoo-in-motion',
    kind: 'video',
    title: 'Zoo in motion',
    description: 'Ten animals, two seconds each, the camera always on the move.',
    tags: ['animals', 'loops'],
    subject: 'none',
    ...withSamples(
      'zoo-in-motion',
      videos(
        [
          ['a lion', 'push_in'],
          ['a penguin in the snow', 'pan_right'],
          ['a koala', 'orbit'],
          ['a tiger on the grass', 'pan_left'],
          ['a panda', 'push_in'],
          ['a flamingo', 'rise'],
          ['a sloth', 'pull_out'],
          ['a peacock', 'orbit'],
          ['an otter', 'pan_right'],
          ['a parrot', 'pull_out'],
        ],
        CLIP,
      ),
    ),
  },
  {
    key: 'under-the-sea',
    kind: 'video',
    title: 'Under the sea',
    description: 'Ten clips of what swims and crawls: backgrounds for slides and streams.',
    tags: ['animals', 'sea', 'backgrounds'],
    subject: 'none',
    ...withSamples(
      'under-the-sea',
      videos(
        [
          ['a tropical fish', 'pan_left'],
          ['an octopus', 'push_in'],
          ['a dolphin', 'pan_right'],
          ['a whale', 'pull_out'],
          ['a crab', 'orbit'],
          ['a turtle', 'pan_left'],
          ['a shark', 'push_in'],
          ['a seal', 'rise'],
          ['a shrimp', 'orbit'],
          ['a lobster', 'pull_out'],
        ],
        CLIP,
      ),
    ),
  },
  {
    key: 'on-the-road',
    kind: 'video',
    title: 'On the road',
    description: 'Ten ways to get there, from the bicycle to the rocket.',
    tags: ['travel', 'vehicles', 'loops'],
    subject: 'none',
    ...withSamples(
      'on-the-road',
      videos(
        [
          ['a hot air balloon', 'rise'],
          ['a steam locomotive', 'pan_right'],
          ['a sailboat', 'pan_left'],
          ['a bicycle', 'push_in'],
          ['a helicopter', 'rise'],
          ['a fire engine', 'pan_right'],
          ['a tractor', 'pan_left'],
          ['a tram', 'push_in'],
          ['a rocket', 'rise'],
          ['an airplane', 'pull_out'],
        ],
        CLIP,
      ),
    ),
  },
  {
    key: 'sweet-table',
    kind: 'video',
    title: 'Sweet table',
    description: 'Ten things to eat, seen all around: for menus and screens in a shop.',
    tags: ['food', 'menus'],
    subject: 'none',
    ...withSamples(
      'sweet-table',
      videos(
        [
          ['a cupcake', 'orbit'],
          ['a donut', 'push_in'],
          ['a pizza', 'orbit'],
          ['a croissant', 'pan_left'],
          ['a strawberry', 'push_in'],
          ['a pineapple', 'rise'],
          ['a pancake', 'orbit'],
          ['a cookie', 'push_in'],
          ['an ice cream', 'rise'],
          ['a birthday cake', 'orbit'],
        ],
        CLIP,
      ),
    ),
  },
]
