import { Avatar } from '@mantine/core'
import { Link } from 'react-router'
import type { Creator } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import classes from './explore.module.css'

/** Somebody who publishes, with their picture. */
export const CreatorLink = ({ creator }: { creator: Creator }) => (
  <Link to={paths.creator.link(creator.id)} className={classes.person}>
    <CreatorPicture creator={creator} />
    {creator.name}
  </Link>
)

/** Their picture, or the first letter of their name. */
export const CreatorPicture = ({
  creator: { name, picture },
  size = 36,
}: {
  creator: Pick<Creator, 'name' | 'picture'>
  size?: number
}) => (
  <Avatar variant="default" src={picture} alt="" size={size} radius="xl" aria-hidden>
    {name.slice(0, 1).toUpperCase()}
  </Avatar>
)
