import { redirect } from 'react-router'

import { ticketsPath } from '#app/access/team-map.ts'

export const loader = () => redirect(ticketsPath)
