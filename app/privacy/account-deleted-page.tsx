import { PageHead } from '#app/rendering/page-head.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

export default function AccountDeletedPage() {
  return (
    <main id="content" className="mx-auto grid w-full max-w-form justify-items-start gap-4 px-4 py-5 md:py-12">
      <PageHead title="Account deleted" description="Your account and what you published are deleted." path={null} />
      <h1>Your account is deleted</h1>
      <p>You are logged out everywhere. Your pictures and PDFs are removed within 10 minutes.</p>
      <ButtonLink to="/" variant="line">
        Go to Home
      </ButtonLink>
    </main>
  )
}
