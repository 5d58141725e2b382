/** Hosts whose names and pages say nothing of anybody. */

/**
 * Registries that package managers ask by default, with their pages, and documentation of languages, runtimes, standards and
 * well-known tools; what is below one of them counts too. No site where each company has pages of its own.
 */
const SITES: ReadonlySet<string> = new Set(
  (
    "npmjs.org npmjs.com yarnpkg.com jsr.io deno.land unpkg.com pypi.org pythonhosted.org conda.io crates.io rubygems.org maven.org " +
    "maven.apache.org nuget.org packagist.org golang.org hex.pm pub.dev cpan.org metacpan.org r-project.org haskell.org cocoapods.org " +
    "docs.rs rust-lang.org developer.mozilla.org nodejs.org python.org go.dev ruby-lang.org php.net kotlinlang.org swift.org " +
    "typescriptlang.org docs.oracle.com learn.microsoft.com docs.microsoft.com docs.github.com docs.gitlab.com docs.docker.com docs.aws.amazon.com " +
    "nextjs.org expressjs.com tailwindcss.com djangoproject.com numpy.org docs.spring.io developer.apple.com developer.android.com " +
    "react.dev vuejs.org angular.dev svelte.dev vite.dev vitest.dev eslint.org git-scm.com kubernetes.io postgresql.org sqlite.org " +
    "readthedocs.io palletsprojects.com cppreference.com " +
    "w3.org whatwg.org ietf.org rfc-editor.org iana.org ecma-international.org tc39.es unicode.org semver.org spdx.org " +
    "json-schema.org opensource.org owasp.org cve.org doi.org wikipedia.org stackoverflow.com"
  ).split(" "),
);
/** Their bare names are public; what is below belongs to somebody. */
const CODE_HOSTS: ReadonlySet<string> = new Set(
  "github.com gitlab.com bitbucket.org codeberg.org docker.io ghcr.io".split(" "),
);

/** This machine, masks, public resolvers, and what RFC 2606, 5737 and 3849 set apart for examples. */
const NOBODYS =
  /^(?:localhost|host\.docker\.internal|8\.8\.(?:8\.8|4\.4)|1\.[01]\.[01]\.1|127(?:\.\d{1,3}){3}|0\.0\.0\.0|255\.255(?:\.\d{1,3}){2}|(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}|(?:[\w-]+\.)*example\.(?:com|org|net|edu)|\[?(?:::1?|2001:db8:[\da-f:.]*)\]?)$/;

/** Is this a host that anybody may know, by itself or with a port and a path? */
export function isPublic(place: string): boolean {
  const name = /^(?:\[[^\]]*\]|[^/:?#@]+)(?=[/:?#]|$)(?![^/?#]*@)/.exec(place)?.[0].toLowerCase() ?? "";
  if (NOBODYS.test(name) || NOBODYS.test(place.replace(/\/\d{1,3}$/, ""))) return true;
  if (CODE_HOSTS.has(name)) return /^[^/]*\/?$/.test(place);
  const labels = name.split(".");
  return [2, 3, 4].some((count) => SITES.has(labels.slice(-count).join(".")));
}
