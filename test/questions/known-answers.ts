/** Questions beside facts, labelled by hand: whether the fact answers the question. Half of them tuned nothing. */
export interface LabelledPair {
  question: string;
  fact: string;
  answered: boolean;
}

/** The cuts were chosen by these. */
export const TUNED: readonly LabelledPair[] = [
  pair("Do you take weekend appointments?", "Weekend appointments are taken on Saturdays until noon", true),
  pair("Do you take weekend appointments?", "We are closed on Sundays and public holidays", false),
  pair("Do you take weekend appointments?", "The appointment reminder job runs every weekend", false),
  pair("What is the staging rate limit?", "The staging rate limit is 60 requests a minute", true),
  pair("What is the production rate limit?", "The staging rate limit is 60 requests a minute", false),
  pair("Who approves refunds over 500 euros?", "Jane approves refunds over 500 euros", true),
  pair("Who approves refunds over 500 euros?", "Jane approves refunds over 100 euros", false),
  pair("Which port does the API run on?", "The API runs on port 8080", true),
  pair("Which port does the worker run on?", "The API runs on port 8080", false),
  pair("When do you close on Fridays?", "On Fridays the shop closes at 16:00", true),
  pair("When do you close on Fridays?", "Never deploy on Fridays", false),
  pair("May I share the price list with customers?", "The price list is internal: never share it with customers", true),
  pair("May I share the price list with partners?", "The roadmap is shared with partners every quarter", false),
  pair("Should invoices go out as PDF?", "Send invoices as PDF, never as Word files", true),
  pair("Should reminders go out by SMS?", "Send invoices as PDF, never as Word files", false),
  pair("How long do we keep customer records?", "Customer records are kept for ten years", true),
  pair("How long do we keep server logs?", "Customer records are kept for ten years", false),
  pair("Is the branch in Lyon open in August?", "The Lyon branch is closed in August", true),
  pair("Is the branch in Lyon open in August?", "The Porto branch is closed in August", false),
  pair("What language should I answer Mr. Ito in?", "Answer Mr. Ito in Japanese", true),
  pair("Can I delete the old backups?", "Backups are written every night at 02:00", false),
  pair("Which database do we use in tests?", "Tests use SQLite, production uses Postgres", true),
];

/** These were written before the cuts were chosen, and changed nothing. */
export const HELD_OUT: readonly LabelledPair[] = [
  pair("Do we offer home visits?", "Home visits are offered within 20 km", true),
  pair("Do we offer home visits?", "Visitors sign in at the front desk", false),
  pair("How many seats does the licence cover?", "The licence covers 25 seats", true),
  pair("How many seats does the licence cover?", "The licence is renewed every March", false),
  pair("Who signs off the newsletter?", "The newsletter is signed off by Amara", true),
  pair("Who signs off the budget?", "The newsletter is signed off by Amara", false),
  pair("Where are the release notes published?", "Release notes are published in docs/releases.md", true),
  pair("Where are the release notes published?", "Release notes are written before the tag is pushed", false),
  pair("When does the night shift start?", "The night shift starts at 22:00", true),
  pair("When does the early shift start?", "The night shift starts at 22:00", false),
  pair("Is tipping allowed?", "Tips are not allowed", true),
  pair("What discount may I give to schools?", "Schools get a discount of 15 percent", true),
  pair("What discount may I give to hospitals?", "Schools get a discount of 15 percent", false),
  pair("Do you deliver to Austria?", "We deliver to Austria and Switzerland within five days", true),
  pair("Do you deliver to Norway?", "We deliver to Austria and Switzerland within five days", false),
  pair("What is the deposit for the large hall?", "The large hall needs a deposit of 300 euros", true),
  pair("What is the deposit for the small hall?", "The large hall needs a deposit of 300 euros", false),
  pair("Should I use tabs or spaces in Go?", "Indent Go with tabs", true),
  pair("Should I use tabs or spaces in YAML?", "Indent Go with tabs", false),
  pair("Which phone number goes on the flyer?", "The flyer is printed in A5", false),
  pair("Can guests bring dogs?", "Dogs are welcome in all rooms", true),
  pair("Who is the contact at the tax office?", "Tax returns are due on 31 May", false),
];

function pair(question: string, fact: string, answered: boolean): LabelledPair {
  return { question, fact, answered };
}
