export default function HomePage() {
  return (
    <main>
      <h1>Puthi</h1>
    </main>
  )
}
