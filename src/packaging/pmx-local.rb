# The formula for Homebrew. `node .ci/formula.mjs <tarball> <address>` fills in the URL and the hash of a release.
class PmxLocal < Formula
  desc "Local gateway for prediction markets: one API over the venues' own APIs"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink Dir["#{libexec}/bin/*"]
    generate_completions_from_executable(bin/"pmx-local", "completion", shells: [:bash, :zsh, :fish])
  end

  service do
    run [opt_bin/"pmx-local", "start"]
    keep_alive successful_exit: false
    environment_variables PATH: std_service_path_env
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/pmx-local --version")
    assert_match "polymarket", shell_output("#{bin}/pmx-local venues --demo --json")
  end
end
