# From R to Salience and back, by files and the command line; no package is needed.
#
# R writes a table. Salience selects features and fits a model. R gets the selected columns as a table and the model as functions
# to source, whose predictions are compared with those of Salience.
#
#     SALIENCE="node dist/cli.js" Rscript examples/from-r.R docs/data/genes.csv [FOLDER]     (installed: SALIENCE="npx salience")

given <- commandArgs(trailingOnly = TRUE)
if (length(given) == 0) stop("name the table: Rscript from-r.R genes.csv")
folder <- if (length(given) > 1) given[2] else "salience-results"
dir.create(folder, showWarnings = FALSE, recursive = TRUE)
at <- function(name) file.path(folder, name)
command <- strsplit(Sys.getenv("SALIENCE", "npx salience"), " ")[[1]]

# Its notes go to standard error, so that nothing is filled or left out unseen.
salience <- function(...) {
  status <- system2(command[1], c(command[-1], shQuote(c(...))), stdout = FALSE)
  if (status != 0) stop("salience ended with code ", status)
}

# Files out: every other sample to learn from, the others as new ones without their tissue. Row names would be one more column.
samples <- read.csv(given[1])
known <- samples[c(TRUE, FALSE), ]
fresh <- samples[c(FALSE, TRUE), ]
write.csv(known, at("train.csv"), row.names = FALSE)
write.csv(fresh[names(fresh) != "tissue"], at("new.csv"), row.names = FALSE)

salience("select", at("train.csv"), "--target", "tissue", "--k", "4", "--method", "mrmr", "--no-measure",
         "--classifier", "lda", "--out", at("selected.csv"), "--save", at("recipe.json"))
salience("export", at("recipe.json"), "--out", at("model.R"))
salience("predict", at("recipe.json"), at("new.csv"), "--out", at("predicted.csv"))

# Back as data: the selected columns, best first ...
cat("selected.csv:", paste(names(read.csv(at("selected.csv"))), collapse = ", "), "\n")

# ... and as code, in base R.
source(at("model.R"))
own <- salience_predict(fresh)$predicted
theirs <- read.csv(at("predicted.csv"))$predicted
cat("predictions that agree with salience predict:", sum(own == theirs), "of", length(theirs), "\n")
cat("right:", sum(own == fresh$tissue), "of", nrow(fresh), "\n")
